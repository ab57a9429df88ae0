"""An S3 server on this machine (moto's, a process of its own) that checks what requests are signed with."""

import os
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.postgres import free_port
from tests.programs import skip
from tests.serving import until

PLACE = Path(__file__).parents[2] / "build" / "s3-server" / "bin"
# What needs no key yet: a user, what that may do, its key, a bucket.
MADE_FIRST = """
import json, sys, boto3
at = {"endpoint_url": sys.argv[1], "region_name": "eu-west-2"}
at |= {"aws_access_key_id": "x", "aws_secret_access_key": "x"}
iam = boto3.client("iam", **at)
iam.create_user(UserName="scorekeeper")
every = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}
iam.put_user_policy(UserName="scorekeeper", PolicyName="all", PolicyDocument=json.dumps(every))
key = iam.create_access_key(UserName="scorekeeper")["AccessKey"]
where = {"LocationConstraint": "eu-west-2"}
boto3.client("s3", **at).create_bucket(Bucket="pub", CreateBucketConfiguration=where)
print(key["AccessKeyId"], key["SecretAccessKey"])
"""


class S3Server:
    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()
        made = [PLACE / "python", "-c", MADE_FIRST, self.url]
        done = subprocess.run(made, capture_output=True, text=True, check=True, env=self._env)
        key, secret = done.stdout.split()
        self.settings = {
            "AWS_ENDPOINT_URL": self.url,
            "AWS_REGION": "eu-west-2",
            "AWS_ACCESS_KEY_ID": key,
            "AWS_SECRET_ACCESS_KEY": secret,
        }

    @property
    def _env(self) -> dict[str, str]:
        return {**os.environ, "INITIAL_NO_AUTH_ACTION_COUNT": "4"}

    def start(self) -> None:
        command = [PLACE / "moto_server", "-H", "127.0.0.1", "-p", str(self.port)]
        nothing = subprocess.DEVNULL
        self._process = subprocess.Popen(command, env=self._env, stdout=nothing, stderr=nothing)
        until(self._answers, lambda: "the S3 server does not start")

    def _answers(self) -> bool:
        try:
            urllib.request.urlopen(f"{self.url}/moto-api/data.json", timeout=1).close()
        except OSError:
            return False
        return True

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()


@contextmanager
def s3_server() -> Iterator[S3Server]:
    if not PLACE.exists():
        skip("There is no S3 server; tools/s3-server installs one")
    server = S3Server()
    try:
        yield server
    finally:
        server.stop()

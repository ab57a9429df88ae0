"""The proxy of docs/operating.md fetches a certificate by itself, from an authority as the public ones are.

Both are Caddy (RFC 8555), in a network of their own, where the name leads here and ports 80 and 443 are free.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import program
from tests.serving import COMMAND, PATIENCE

DEPLOY = Path(__file__).parents[2] / "deploy"
NETWORK = ("unshare", "--user", "--map-root-user", "--net", "--mount", "--pid", "--fork", "--kill-child")
AUTHORITY = """{
	admin off
	skip_install_trust
	http_port 9080
	auto_https disable_redirects
}
authority.example:9443 {
	tls internal
	acme_server
}
"""
# One link, opened by http as somebody types it: where it leads, and with which answer.
PHONE = """
import sys, time, urllib.request
for attempt in range(10 * int(sys.argv[2])):
    try:
        with urllib.request.urlopen(sys.argv[1]) as answer:
            sys.exit(print(answer.url, answer.status, answer.headers["Strict-Transport-Security"]))
    except OSError as fault:
        said = fault
        time.sleep(0.1)
sys.exit(said)
"""
# A new network's only link is down, and the command for it, ip, may not be there.
LINK_UP = """
import fcntl, socket, struct
with socket.socket() as link:
    fcntl.ioctl(link, 0x8914, struct.pack("16sh14x", b"lo", 1))  # SIOCSIFFLAGS, IFF_UP
"""
WALK = """
mount --bind hosts /etc/hosts
"$3" -c "$6"
XDG_DATA_HOME=$PWD/authority caddy run --adapter caddyfile --config authority.caddy >authority.log 2>&1 &
SCOREKEEPER_DATABASE=$PWD/pub.db "$1" serve --host 127.0.0.1 >app.log 2>&1 &
while ! { [ -s "$2" ] && grep -q /start/ app.log; }; do sleep 0.1; done
XDG_DATA_HOME=$PWD/site caddy run --adapter caddyfile --config site.caddy >site.log 2>&1 &
SSL_CERT_FILE=$2 "$3" -c "$4" "http://${SITE}$(grep -o -m 1 '/start/.*' app.log)" "$5"
"""


def test_the_proxy_fetches_a_certificate_by_itself(tmp_path: Path) -> None:
    program("caddy", "caddy")
    if subprocess.run([program(NETWORK[0], "util-linux"), *NETWORK[1:], "true"], stderr=-1).returncode:
        pytest.skip("this machine gives nobody a network of their own")
    root = tmp_path / "authority" / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    asked = f"acme_ca https://authority.example:9443/acme/local/directory\n\tacme_ca_root {root}"
    (tmp_path / "hosts").write_text("127.0.0.1 localhost authority.example scores.example.org\n")
    (tmp_path / "authority.caddy").write_text(AUTHORITY)
    (tmp_path / "site.caddy").write_text(
        (DEPLOY / "Caddyfile").read_text().replace("{\n", f"{{\n\tadmin off\n\t{asked}\n", 1)
    )
    settings = {"HTTPS": "1", "PROXIES": "1", "HOSTS": "scores.example.org,127.0.0.1"}
    env = os.environ | {f"SCOREKEEPER_{name}": value for name, value in settings.items()}
    walk = ["sh", "-eu", "-c", WALK, "sh", COMMAND, root, sys.executable, PHONE, str(PATIENCE), LINK_UP]
    env |= {"SITE": "scores.example.org", "HOME": str(tmp_path)}
    done = subprocess.run(
        [*NETWORK, *walk], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=3 * PATIENCE
    )
    logs = "\n".join(file.read_text()[-2000:] for file in sorted(tmp_path.glob("*.log")))
    assert done.stdout.startswith("https://scores.example.org/start/"), f"{done.stderr}\n{logs}"
    assert done.stdout.endswith(" 200 max-age=31536000\n"), done.stdout

"""The units under a real systemd, booted in a container over a view of this machine, which stays as it is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import program

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
# Nothing runs in it but what is asked for, and it has no network but its own. This Python and the checkout
# may lie in a home or below /tmp, which the units do not see, so they are shown under other names.
BOOT = r"""
folder=$1
mkdir "$folder"
mount -t tmpfs view "$folder"
mkdir "$folder/upper" "$folder/work" "$folder/root"
mount -t overlay -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" view "$folder/root"
view=$folder/root units=$folder/root/etc/systemd/system ours=$folder/root/opt/scorekeeper
: >"$view/etc/machine-id"
rm -rf "$ours" "$view/var/lib/scorekeeper"
mkdir -p "$view/opt/python" "$ours/bin"
printf 'home = /opt/python/bin\n' >"$ours/pyvenv.cfg"
ln -s /opt/python/bin/python3 "$ours/bin/python"
printf '#!/opt/scorekeeper/bin/python\nfrom scorekeeper.cli.main import main; main()\n' >"$view/command"
install -m 0755 "$view/command" "$ours/bin/scorekeeper"
cp "$3"/deploy/scorekeeper*.service "$units/"
sed -i 's/^StartLimitBurst=20$/StartLimitBurst=4/' "$units/scorekeeper.service"
sed -i 's/sleep 60$/sleep 5/' "$units/scorekeeper-restart.service"
printf '%s\n' "$4" >"$view/steps"
cp "$folder.jpg" "$view/hand.jpg"
printf '%s\n' '[Unit]' 'Requires=basic.target steps.service' After=basic.target >"$units/steps.target"
printf '%s\n' '[Service]' Type=oneshot 'ExecStart=/bin/sh -u /steps' \
    'ExecStopPost=/bin/systemctl --no-block poweroff' >"$units/steps.service"
timeout 300 systemd-nspawn --quiet --directory="$view" --register=no --keep-unit --private-network \
    --bind-ro="$5:/opt/python" \
    --bind-ro="$2/lib:/opt/scorekeeper/lib" --bind-ro="$3:/opt/checkout" \
    --machine=steps --console=pipe --boot systemd.unit=steps.target \
    >/dev/null 2>&1 </dev/null || true
cat "$view/said" "$view/errors"
"""
# What an operator and a fault do, one line of /said for each thing to be seen.
STEPS = r"""
exec 2>/errors
echo /opt/python/lib >/etc/ld.so.conf.d/0.conf && ldconfig
ready() { /opt/scorekeeper/bin/python -c 'from urllib.request import urlopen
print(urlopen("http://127.0.0.1:8000/readyz", timeout=5).status)' 2>/dev/null || echo none; }
until_it() { for tried in $(seq 60); do [ "$($1)" = "$2" ] && break; sleep 1; done; }
state() { systemctl show --value --property ActiveState "$1"; }
mails() { grep -c '^To: landlord@crown.example' /mails; }
mailing() { state scorekeeper-failed; }
waiting() { state scorekeeper-restart; }
useradd --system --home-dir /var/lib/scorekeeper scorekeeper
systemd-run --quiet --unit mail --property StandardOutput=file:/mails \
    /opt/scorekeeper/bin/python -u -m aiosmtpd -n -l 127.0.0.1:2525 -c aiosmtpd.handlers.Debugging stdout
printf '%s\n' SCOREKEEPER_SMTP=smtp://127.0.0.1:2525 SCOREKEEPER_WARN=landlord@crown.example \
    PYTHONPATH=/opt/checkout \
    >/etc/scorekeeper.env
systemctl start scorekeeper
until_it ready 200
echo "started: $(ready)" >>/said
systemctl kill --signal KILL scorekeeper
sleep 1
until_it ready 200
echo "killed: $(ready), mails: $(mails)" >>/said

cp /var/lib/scorekeeper/secret_key /key
printf short >/var/lib/scorekeeper/secret_key
systemctl restart scorekeeper
until_it mails 1
until_it waiting activating
echo "key cut short: $(state scorekeeper), mails: $(mails)" >>/said
until_it waiting inactive
until_it mailing failed
until_it waiting activating
echo "tried again: $(state scorekeeper), mails: $(mails)" >>/said
cat /key >/var/lib/scorekeeper/secret_key
until_it ready 200
echo "key put back: $(ready), mails: $(mails)" >>/said

printf short >/var/lib/scorekeeper/secret_key
systemctl restart scorekeeper
until_it waiting activating
systemctl stop scorekeeper
cat /key >/var/lib/scorekeeper/secret_key
sleep 8
echo "stopped meanwhile: $(ready), $(waiting)" >>/said

sed -e 's/^ExecStart=.*/ExecStart=\/opt\/scorekeeper\/bin\/python \/read/' -e 's/^Restart=.*/Type=oneshot/' \
    -e '/^OnFailure/d' /etc/systemd/system/scorekeeper.service >/etc/systemd/system/photo.service
printf '%s\n' 'from pathlib import Path' 'from scorekeeper.vision import Known' \
    'from scorekeeper.vision.worker import Worker' \
    'tiles = Worker(60, 120).read(Path("/hand.jpg").read_bytes(), Known()).tiles' \
    'Path("/var/lib/scorekeeper/tiles").write_text(str(sorted(tile.halves for tile in tiles)))' >/read
systemctl start photo
echo "a photo: $(cat /var/lib/scorekeeper/tiles)" >>/said
grep -a '^Subject' /mails >>/said
"""


def test_a_server_that_keeps_failing_is_told_by_mail_and_tried_for_ever(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("root alone may boot a container")
    program("systemd-nspawn", "systemd-container")
    pytest.importorskip("cv2", reason="the extra camera (opencv-python-headless) is not installed")
    from tests.photos import photo_of

    (tmp_path / "view.jpg").write_bytes(photo_of((6, 4), (5, 5), (1, 0)))
    command = ["unshare", "--mount", "--propagation", "private", "sh", "-eu", "-c", BOOT, "sh"]
    given = [str(tmp_path / "view"), sys.prefix, str(ROOT), STEPS, sys.base_prefix]
    done = subprocess.run([*command, *given], capture_output=True, text=True)
    said = done.stdout.splitlines()
    assert said[:6] == [
        "started: 200",
        "killed: 200, mails: 0",
        "key cut short: failed, mails: 1",
        "tried again: failed, mails: 1",
        "key put back: 200, mails: 1",
        "stopped meanwhile: none, failed",
    ], (said, done.stderr)
    assert said[6] == "a photo: [(1, 0), (5, 5), (6, 4)]", said
    assert said[7].startswith("Subject: Scorekeeper on ")
    assert said[7].endswith(": The server keeps failing")

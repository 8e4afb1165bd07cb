"""A SLURM of one node with a pretend GPU and no accounting, for tests: python cluster.py up|down.

It needs root and the paths of /etc/slurm, since SLURM's own jobs look there and nowhere else. It
therefore refuses a machine that is neither CI nor a container, or that has a SLURM already, unless
EARNED_SLURM_TESTS=1 says that this is wanted. Everything of its own lies in one folder, and is
stopped by process id.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil

HOME = Path(os.environ.get("EARNED_SLURM_HOME", "/tmp/earned-slurm"))
ETC = Path("/etc/slurm")
FILES = ("slurm.conf", "gres.conf", "cgroup.conf")
PACKAGES = ("slurmctld", "slurmd", "slurm-client", "munge")
NODE = "localhost"
PATIENCE_S = 60.0
CONFIG = """\
ClusterName=earned
SlurmctldHost={node}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={home}/munge.socket
CredType=cred/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SchedulerParameters=sched_interval=1,sched_min_interval=0,bf_interval=2
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
JobCompType=jobcomp/none
# Without accounting squeue is asked, which knows finished jobs for so long.
MinJobAge=3600
ReturnToService=2
# A job that can never run is refused, and does not wait for ever.
EnforcePartLimits=ALL
OverTimeLimit=0
KillWait=2
SlurmctldTimeout=10
SlurmdTimeout=15
SlurmctldPort=16917
SlurmdPort=16918
SlurmctldPidFile={home}/slurmctld.pid
SlurmdPidFile={home}/slurmd.pid
SlurmctldLogFile={home}/slurmctld.log
SlurmdLogFile={home}/slurmd.log
StateSaveLocation={home}/state
SlurmdSpoolDir={home}/spool
SwitchType=switch/none
GresTypes=gpu
NodeName={node} NodeAddr=127.0.0.1 NodeHostname={host} CPUs={cpus} RealMemory={mem} \
Gres=gpu:1 State=UNKNOWN
PartitionName=cpu Nodes={node} Default=YES MaxTime=INFINITE State=UP
PartitionName=gpu Nodes={node} MaxTime=INFINITE State=UP
"""


class ClusterError(Exception):
    """Why no cluster can be had here, in one sentence."""


def up() -> None:
    """Install what is missing, and start munged, slurmctld and slurmd; an earlier cluster ends.

    Raises:
        ClusterError: this is no machine for it, or the node did not come up.
    """
    _refuse_a_real_machine()
    down()
    for folder in ("state", "spool"):
        (HOME / folder).mkdir(parents=True, exist_ok=True)
    HOME.chmod(0o755)
    _install()
    _write_configuration()
    _start_munge()
    subprocess.run(["slurmctld", "-f", HOME / "slurm.conf"], check=True)
    start_node()
    _wait_for_the_node()


def down() -> None:
    """Cancel every job, stop the daemons by process id, and take the configuration away."""
    if not (HOME / "slurm.conf").exists():
        return
    with suppress(OSError, subprocess.SubprocessError):
        subprocess.run(["scancel", "-Q", "-u", "root"], timeout=10, check=False)
        time.sleep(2)
    kill_node()
    for name in ("slurmctld", "munged"):
        for process in _daemons(name):
            _end(process)
    for name in FILES:
        if (ETC / name).is_symlink() and (ETC / name).readlink() == HOME / name:
            (ETC / name).unlink()
    shutil.rmtree(HOME)


def start_node() -> None:
    """Start the node's daemon; a node that died before is taken back."""
    subprocess.run(["slurmd", "-f", HOME / "slurm.conf"], check=True)


def kill_node() -> None:
    """Kill the node as a power cut would: its daemon, its steps and all that they started."""
    for process in [*_daemons("slurmd"), *_steps()]:
        for one in [*_below(process), process]:
            with suppress(psutil.Error):
                one.kill()


def resume_node() -> None:
    """Tell the controller that the node is to be used again."""
    subprocess.run(["scontrol", "update", f"NodeName={NODE}", "State=RESUME"], check=False)


def _refuse_a_real_machine() -> None:
    if os.environ.get("EARNED_SLURM_TESTS") != "1":
        if not (os.environ.get("CI") or _in_a_container()):
            raise ClusterError("this is neither CI nor a container; EARNED_SLURM_TESTS=1 allows it")
        ours = (HOME / name for name in FILES)
        for name, own in zip(FILES, ours, strict=True):
            path = ETC / name
            if path.exists() and not (path.is_symlink() and path.readlink() == own):
                raise ClusterError(f"{path} is of another SLURM; EARNED_SLURM_TESTS=1 replaces it")
    if os.geteuid() != 0:
        raise ClusterError("only root can start a SLURM")


def _in_a_container() -> bool:
    if Path("/.dockerenv").exists() or Path("/run/.containerenv").exists():
        return True
    first = Path("/proc/1/cgroup").read_text(encoding="utf-8")
    return any(word in first for word in ("docker", "kubepods", "containerd", "lxc", "podman"))


def _install() -> None:
    if all(map(shutil.which, ("slurmctld", "slurmd", "sbatch", "munged"))):
        return
    policy = Path("/usr/sbin/policy-rc.d")  # else the packages start daemons of their own
    made = not policy.exists()
    if made:
        policy.write_text("#!/bin/sh\nexit 101\n", encoding="utf-8")
        policy.chmod(0o755)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        subprocess.run(["apt-get", "-qq", "update"], env=quiet, check=True)
        subprocess.run(
            ["apt-get", "-qq", "install", "--yes", "--no-install-recommends", *PACKAGES],
            env=quiet, check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
    except (OSError, subprocess.CalledProcessError) as error:
        raise ClusterError(f"SLURM could not be installed ({error})") from error
    finally:
        if made:
            policy.unlink()


def _write_configuration() -> None:
    memory = psutil.virtual_memory().total * 3 // 4 // 2**20
    text = CONFIG.format(node=NODE, home=HOME, host=os.uname().nodename.partition(".")[0],
                         cpus=os.cpu_count(), mem=memory)  # fmt: skip
    contents = (text, "Name=gpu File=/dev/null Count=1\n", "CgroupAutomount=no\n")
    ETC.mkdir(parents=True, exist_ok=True)
    for name, content in zip(FILES, contents, strict=True):
        (HOME / name).write_text(content, encoding="utf-8")
        (ETC / name).unlink(missing_ok=True)
        (ETC / name).symlink_to(HOME / name)


def _start_munge() -> None:
    key = HOME / "munge.key"
    if not key.exists():
        key.touch(mode=0o600)
        key.write_bytes(os.urandom(128))
    key.chmod(0o400)
    options = {"key-file": "munge.key", "socket": "munge.socket", "pid-file": "munged.pid",
               "log-file": "munged.log", "seed-file": "munged.seed"}  # fmt: skip
    named = [f"--{option}={HOME / file}" for option, file in options.items()]
    subprocess.run(["munged", *named], check=True)


def _wait_for_the_node() -> None:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        said = subprocess.run(["sinfo", "-h", "-o", "%T"], text=True, capture_output=True,
                              check=False).stdout  # fmt: skip
        if any(state in said for state in ("idle", "mixed", "alloc")):
            return
        time.sleep(0.5)
    raise ClusterError(f"the node did not come up; its logs lie in {HOME}")


def _daemons(name: str) -> list[psutil.Process]:
    """The daemon of that name which our file of its process id names."""
    try:
        process = psutil.Process(int((HOME / f"{name}.pid").read_text(encoding="utf-8")))
        return [process] if process.name() == name else []
    except (OSError, ValueError, psutil.Error):
        return []


def _steps() -> Iterator[psutil.Process]:
    """The processes that run our jobs: they leave their daemon, but keep its log open."""
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if process.name() == "slurmstepd" and any(
                Path(file.path).is_relative_to(HOME) for file in process.open_files()
            ):
                yield process


def _below(process: psutil.Process) -> list[psutil.Process]:
    with suppress(psutil.Error):
        return process.children(recursive=True)
    return []


def _end(process: psutil.Process) -> None:
    with suppress(psutil.Error):
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(5)
        except psutil.TimeoutExpired:
            process.kill()


if __name__ == "__main__":
    try:
        {"up": up, "down": down}[sys.argv[1]]()
    except ClusterError as error:
        sys.exit(f"error: {error}")

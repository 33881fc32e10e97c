# A Slurm of one machine, from Debian's packages, and a regression as a job array on it: one worker is
# killed in the middle, and what is merged has everything, and nothing twice. Sourced by `run`.

slurm_start() { # folder
    local home=$1 name
    command -v slurmctld slurmd munged sbatch >/dev/null ||
        { apt-get update -qq && apt-get install -y -qq --no-install-recommends slurmctld slurmd slurm-client munge; }
    name=$(hostname -s)
    mkdir -p "$home/state" "$home/spool"
    head -c 1024 /dev/urandom >"$home/munge.key"
    chmod 700 "$home"
    chmod 600 "$home/munge.key"
    cat >"$home/slurm.conf" <<CONF
ClusterName=one
SlurmctldHost=$name(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$home/munge.socket
CryptoType=crypto/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
MailProg=/bin/true
StateSaveLocation=$home/state
SlurmdSpoolDir=$home/spool
SlurmctldPidFile=$home/slurmctld.pid
SlurmdPidFile=$home/slurmd.pid
NodeName=$name NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
CONF
    export SLURM_CONF=$home/slurm.conf
    munged --foreground --force --key-file="$home/munge.key" --socket="$home/munge.socket" \
        --pid-file="$home/munged.pid" --log-file="$home/munged.log" --seed-file="$home/munged.seed" \
        >"$home/munged.out" 2>&1 &
    slurm_daemons=$!
    for _ in $(seq 50); do [ -S "$home/munge.socket" ] && break; sleep 0.1; done
    slurmctld -D >"$home/slurmctld.out" 2>&1 &
    slurm_daemons+=" $!"
    slurmd -D >"$home/slurmd.out" 2>&1 &
    slurm_daemons+=" $!"
    for _ in $(seq 100); do
        [ "$(sinfo -h -o %T 2>/dev/null)" = idle ] && return 0
        sleep 0.3
    done
    tail -n 20 "$home"/*.out
    return 1
}

slurm_stop() {
    local daemon
    for daemon in ${slurm_daemons:-}; do kill "$daemon" 2>/dev/null || true; done
    for daemon in ${slurm_daemons:-}; do wait "$daemon" 2>/dev/null || true; done
    slurm_daemons=
}

# The process that runs a shard in a folder.
worker_of() { # folder, shard
    local process
    for process in /proc/[0-9]*; do
        if tr '\0' ' ' <"$process/cmdline" 2>/dev/null | grep -q "warploom regress .*--shard $2/4 .*--resume $1/"; then
            [ "$(readlink "$process/exe")" = "$warploom" ] && basename "$process" && return 0
        fi
    done
    return 1
}

results_of() { # folder
    find "$1/jobs" -name '*.json' ! -name '.*' 2>/dev/null || true
}

array_on_slurm() {
    local home=$scratch/slurm night=$scratch/night worker
    slurm_start "$home" || return 1
    # Seven models, four seeds each, and every kernel without hardware.
    "$warploom" regress --suite full --unit bdi_decompressor --cycles 2000000 --scheme baseline \
        --max-cycles 20000 --jobs 1 --slurm "$night" || return 1
    # Built before, so that the worker is killed at its work.
    "$warploom" cosim --unit bdi_decompressor --cycles 10 >/dev/null || return 1
    bash "$night/submit.sh" || return 1
    for _ in $(seq 600); do
        [ "$(results_of "$night/shard-3" | wc -l)" -ge 3 ] && break
        sleep 0.1
    done
    worker=$(worker_of "$night" 3) || { echo "no worker of shard 3"; return 1; }
    kill -KILL "$worker"
    results_of "$night/shard-3" | xargs stat -c '%n %y' >"$scratch/kept"
    for _ in $(seq 300); do
        [ -z "$(squeue -h)" ] && break
        sleep 1
    done
    cat "$night"/merge.log
    grep 'was killed' "$night/shard-3.log" || return 1
    # What was finished is as it was.
    cut -d' ' -f1 "$scratch/kept" | xargs stat -c '%n %y' | diff "$scratch/kept" - || return 1
    python3 - "$night" <<'PYTHON'
import collections, json, pathlib, sys
night = pathlib.Path(sys.argv[1])
planned = len(json.loads((night / "shard-1/plan.json").read_text())["jobs"])
found = collections.Counter(file.name for file in night.glob("shard-*/jobs/*.json"))
twice = [name for name, times in found.items() if times > 1]
print(f"{planned} planned, {len(found)} found, {len(twice)} twice")
assert planned > 100 and len(found) == planned and not twice
text = (night / "merge.log").read_text()
assert f"together   {planned} jobs: {planned} pass\n" in text, text
assert (night / "html/index.html").is_file() and (night / "junit.xml").is_file()
PYTHON
}

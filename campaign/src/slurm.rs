//! A campaign as a job array of Slurm: a script that runs the shards, one that merges what they
//! leave, and one that submits both.

use crate::error::write;
use crate::job::quoted;
use crate::Error;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What the scripts are about.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// Where the scripts, the results and the report go: a folder that all nodes see.
    pub folder: PathBuf,
    /// Shards.
    pub shards: usize,
    /// Threads of each.
    pub threads: usize,
    /// This program.
    pub program: PathBuf,
    /// Where it was called.
    pub place: PathBuf,
    /// The subcommand.
    pub command: &'static str,
    /// Its options that say what the campaign consists of.
    pub options: Vec<OsString>,
    /// What the merge writes: options, and names in the folder.
    pub outputs: &'static [(&'static str, &'static str)],
}

impl Cluster {
    /// Scripts in a folder for this program, called where it is called now.
    pub fn here(folder: &Path, shards: usize, threads: usize) -> Result<Self, Error> {
        let unknown = |error| Error::new(format!("{}: {error}", folder.display()));
        Ok(Self {
            folder: std::path::absolute(folder).map_err(unknown)?,
            shards,
            threads,
            program: std::env::current_exe().map_err(Error::new)?,
            place: std::env::current_dir().map_err(Error::new)?,
            command: "",
            options: vec![],
            outputs: &[],
        })
    }

    /// Writes the scripts and gives the one to call.
    pub fn write(&self) -> Result<PathBuf, Error> {
        for (name, text) in [
            ("shards.sbatch", self.array()),
            ("merge.sbatch", self.merge()),
            ("submit.sh", self.submit()),
        ] {
            write(&self.folder.join(name), &text)?;
        }
        Ok(self.folder.join("submit.sh"))
    }

    fn at(&self, name: &str) -> String {
        quoted(&self.folder.join(name))
    }

    fn head(&self, name: &str, log: &str) -> String {
        // Slurm reads these lines itself and knows double quotes.
        let log = self.folder.join(log).display().to_string();
        format!(
            "#!/bin/bash\n#SBATCH --job-name={name}\n#SBATCH --ntasks=1\n#SBATCH --requeue\n\
             #SBATCH --open-mode=append\n#SBATCH --output=\"{log}\"\n"
        )
    }

    fn array(&self) -> String {
        let mut text = self.head(&format!("warploom-{}", self.command), "shard-%a.log");
        let options = self.options.iter().map(|option| quoted(Path::new(option)));
        let options: Vec<String> = options.collect();
        let (shards, program, place) = (self.shards, quoted(&self.program), quoted(&self.place));
        let _ = write!(
            text,
            "#SBATCH --array=1-{shards}\n#SBATCH --cpus-per-task={}\n\
             # Written by `warploom {} --slurm`; submit.sh beside it submits it. One shard again:\n\
             # sbatch --array=I {}\n\
             shard=$SLURM_ARRAY_TASK_ID\n\
             cd {place} || exit 2\n\
             # A worker that was killed goes on where it was: what it had finished is kept.\n\
             for attempt in 1 2 3; do\n    \
             code=0\n    \
             {program} {} {} \\\n        \
             --jobs \"${{SLURM_CPUS_PER_TASK:-1}}\" --shard \"$shard/{shards}\" \\\n        \
             --resume {}\"$shard\" || code=$?\n    \
             [ \"$code\" -le 128 ] || [ \"$code\" = 130 ] || {{\n        \
             echo \"shard $shard was killed (exit code $code, attempt $attempt)\" >&2\n        \
             continue\n    \
             }}\n    \
             exit \"$code\"\n\
             done\n\
             exit \"$code\"\n",
            self.threads,
            self.command,
            self.at("shards.sbatch"),
            self.command,
            options.join(" "),
            self.at("shard-"),
        );
        text
    }

    fn merge(&self) -> String {
        let mut text = self.head("warploom-merge", "merge.log");
        let folders = (1..=self.shards).map(|shard| self.at(&format!("shard-{shard}")));
        let folders: Vec<String> = folders.collect();
        let output = |&(option, name): &(&str, &str)| format!("{option} {}", self.at(name));
        let outputs: Vec<String> = self.outputs.iter().map(output).collect();
        let _ = write!(
            text,
            "cd {} || exit 2\n{} {} --merge {} \\\n    {}\n",
            quoted(&self.place),
            quoted(&self.program),
            self.command,
            folders.join(" "),
            outputs.join(" "),
        );
        text
    }

    fn submit(&self) -> String {
        format!(
            "#!/bin/bash\n# Submits the shards, and the merge for when all of them have ended.\n\
             set -euo pipefail\nshards=$(sbatch --parsable {})\n\
             merge=$(sbatch --parsable --dependency=\"afterany:${{shards%%;*}}\" {})\n\
             echo \"shards ${{shards%%;*}} merge ${{merge%%;*}}\"\n",
            self.at("shards.sbatch"),
            self.at("merge.sbatch"),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn scripts_are_ones_that_a_shell_reads() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("it's here");
        let cluster = Cluster {
            folder: folder.clone(),
            shards: 4,
            threads: 2,
            program: "/a b/warploom".into(),
            place: scratch.path().to_owned(),
            command: "sum",
            options: ["--suite", "smoke"].map(OsString::from).to_vec(),
            outputs: &[("--junit", "junit.xml"), ("--html", "html")],
        };
        cluster.write().unwrap();
        for name in ["shards.sbatch", "merge.sbatch", "submit.sh"] {
            let checked = Command::new("bash")
                .arg("-n")
                .arg(folder.join(name))
                .output();
            let checked = checked.expect("bash runs");
            assert!(checked.status.success(), "{name}: {checked:?}");
        }
        let array = std::fs::read_to_string(folder.join("shards.sbatch")).unwrap();
        for part in [
            "#SBATCH --array=1-4\n",
            "--shard \"$shard/4\"",
            "'/a b/warploom' sum --suite smoke",
        ] {
            assert!(array.contains(part), "no {part} in\n{array}");
        }
        // Slurm reads its lines up to the first command only.
        let (_, commands) = array.split_once("shard=$SLURM").unwrap();
        assert!(!commands.contains("#SBATCH"));
    }
}

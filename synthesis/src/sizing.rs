//! Drives of cells, chosen with the timer at hand: larger ones where the clock is missed, then smaller ones
//! where there is time to spare.
//!
//! The mapper sizes gates between registers without seeing the registers: to it a flip-flop with thirty
//! loads is as fast as one with three. What it leaves too slow by some percent is mended here, cell by
//! cell along the longest paths, as a change of drive that lessens the missed time the most.

use super::exchange::Changes;
use super::flow::{self, Attempt};
use super::library::Library;
use super::timing;
use std::fmt::Write;
use std::path::Path;
use tools::discovery::Found;
use tools::error::Error;
use tools::run::run;

/// A path longer than this share of the clock needs other logic, not larger cells.
const HOPELESS: f64 = 1.2;
/// Trials of one cell, and endpoints that are given up, after which a netlist stays as it is.
const TRIALS: u32 = 12_000;
const ENDPOINTS: u32 = 8;

/// What came of it: cells with another drive, and the path.
pub struct Sized {
    pub changes: Changes,
    pub path_ps: f64,
}

/// Sizes an attempt for `clock_ps`; `path_ps` is its path as it is.
pub fn size(
    sta: &Found,
    attempt: &Attempt,
    top: &str,
    library: &Library,
    path_ps: f64,
    clock_ps: u32,
    folder: &Path,
) -> Result<Sized, Error> {
    let mut out = Sized {
        changes: Changes::new(),
        path_ps,
    };
    if path_ps > f64::from(clock_ps) * HOPELESS {
        return Ok(out);
    }
    let mut script = timing::constraints(&attempt.netlist, top, f64::from(clock_ps));
    for family in library.drives() {
        for pair in family.windows(2) {
            let (small, large) = (&pair[0].name, &pair[1].name);
            let _ = writeln!(script, "set larger({small}) {large}");
            let _ = writeln!(script, "set smaller({large}) {small}");
        }
    }
    let _ = writeln!(script, "set trials {TRIALS}\nset endpoints {ENDPOINTS}");
    script += PROCEDURE;
    flow::write(folder, "sizing.tcl", &script)?;
    let answer = run(sta, folder, ["-exit", "sizing.tcl"])?;
    for line in answer.text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["cell", instance, cell] => {
                out.changes.insert(instance.to_owned(), cell.to_owned());
            }
            ["sized", slack] => {
                if let Ok(slack) = slack.parse::<f64>() {
                    out.path_ps = f64::from(clock_ps) - slack;
                    return Ok(out);
                }
            }
            _ => {}
        }
    }
    Err(timing::refusal(&answer, top, library))
}

/// Tcl of OpenSTA. Missed time is that of all endpoints; the longest path counts twenty times. A cell is
/// tried one drive up; of the cells of a path the one that gains the most stays.
const PROCEDURE: &str = r#"
proc drive {instance name} {
  replace_cell $instance [get_lib_cells */$name]
  set ::now($instance) $name
}
proc missed {} { return [expr {20 * min(0, [worst_slack -max]) + [total_negative_slack]}] }
proc instances_of {path} {
  set found {}
  foreach point [get_property $path points] {
    set name [get_property [get_property $point pin] full_name]
    set slash [string last / $name]
    if {$slash > 0} {
      set instance [string range $name 0 [expr {$slash - 1}]]
      if {[lsearch -exact $found $instance] < 0} { lappend found $instance }
    }
  }
  return $found
}
foreach cell [get_cells *] {
  set instance [get_property $cell full_name]
  set name [get_property $cell ref_name]
  set now($instance) $name
  set first($instance) $name
}
set given_up 0
while {[worst_slack -max] < 0 && $given_up < $endpoints && $trials > 0} {
  set paths [find_timing_paths -group_count [expr {$given_up + 1}]]
  if {[llength $paths] <= $given_up} { break }
  set best [missed]
  set winner {}
  foreach instance [instances_of [lindex $paths $given_up]] {
    set name $now($instance)
    if {![info exists larger($name)]} { continue }
    incr trials -1
    drive $instance $larger($name)
    set after [missed]
    if {$after > $best + 0.05} {
      set best $after
      set winner $instance
    }
    drive $instance $name
  }
  if {$winner eq {}} {
    incr given_up
  } else {
    drive $winner $larger($now($winner))
    set given_up 0
  }
}
if {[worst_slack -max] >= 0} {
  foreach instance [lsort -dictionary [array names now]] {
    while {[info exists smaller($now($instance))] && $trials > 0} {
      incr trials -1
      set name $now($instance)
      drive $instance $smaller($name)
      if {[worst_slack -max] < 0} {
        drive $instance $name
        break
      }
    }
  }
}
foreach instance [lsort -dictionary [array names now]] {
  if {$now($instance) ne $first($instance)} { puts "cell $instance $now($instance)" }
}
puts "sized [worst_slack -max]"
exit
"#;

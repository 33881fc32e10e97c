//! Drives of cells, chosen with the timer at hand: larger ones where the clock is missed, then smaller ones
//! where there is time to spare.
//!
//! The mapper sizes gates between registers without seeing the registers: to it a flip-flop with thirty
//! loads is as fast as one with three. What it leaves too slow by some percent is mended here, cell by
//! cell along the longest paths, as a change of drive that lessens the missed time the most. Where modules
//! are mapped by themselves, a cell changes in all places of its module at once.

use super::exchange::Changes;
use super::flow::{self, Attempt, Pieces};
use super::hierarchy::Hierarchy;
use super::library::Library;
use super::timing;
use std::fmt::Write;
use std::path::Path;
use tools::discovery::Found;
use tools::error::Error;
use tools::run::run;

/// A path longer than this share of the clock needs other logic, not larger cells.
const HOPELESS: f64 = 1.4;
/// Trials of one cell, and endpoints that are given up, after which a netlist stays as it is.
const TRIALS: u32 = 12_000;
const ENDPOINTS: u32 = 8;
/// The same of a netlist in modules, and the longest paths that are looked at together.
const TRIALS_IN_MODULES: u32 = 60_000;
const PATHS: u32 = 1_000;

/// What netlists are sized with, and for.
pub struct Sizing<'a> {
    pub sta: &'a Found,
    pub top: &'a str,
    pub pieces: Pieces,
    pub library: &'a Library,
    pub clock_ps: u32,
    pub folder: &'a Path,
}

impl Sizing<'_> {
    /// Sizes an attempt whose path is `path_ps`, and gives the path that it has then.
    pub fn size(&self, attempt: &mut Attempt, path_ps: f64) -> Result<f64, Error> {
        if path_ps > f64::from(self.clock_ps) * HOPELESS {
            return Ok(path_ps);
        }
        let text = flow::read(self.folder, &attempt.netlist)?;
        let hierarchy = Hierarchy::read(&text, self.top);
        let mut script = timing::constraints(&attempt.netlist, self.top, f64::from(self.clock_ps));
        for family in self.library.drives() {
            for pair in family.windows(2) {
                let (small, large) = (&pair[0].name, &pair[1].name);
                let _ = writeln!(script, "set larger({small}) {large}");
                let _ = writeln!(script, "set smaller({large}) {small}");
            }
        }
        for (module, places) in hierarchy.places() {
            // With a dot before each, for the top's is nothing else.
            let _ = writeln!(script, "set places({module}) {{.{}}}", places.join(" ."));
            for place in places {
                let _ = writeln!(script, "set module(.{place}) {module}");
            }
        }
        let _ = writeln!(
            script,
            "set in_one_piece {}",
            u8::from(self.pieces == Pieces::One)
        );
        let trials = match self.pieces {
            Pieces::One => TRIALS,
            Pieces::Modules => TRIALS_IN_MODULES,
        };
        let _ = writeln!(
            script,
            "set trials {trials}\nset endpoints {ENDPOINTS}\nset longest {PATHS}"
        );
        script += PROCEDURE;
        flow::write(self.folder, "sizing.tcl", &script)?;
        let answer = run(self.sta, self.folder, ["-exit", "sizing.tcl"])?;
        let mut changes = Changes::new();
        for line in answer.text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["cell", module, instance, cell] => {
                    let changes = changes.entry(module.to_owned()).or_default();
                    changes.insert(instance.to_owned(), cell.to_owned());
                }
                ["sized", slack] => {
                    if let Ok(slack) = slack.parse::<f64>() {
                        attempt.exchange(&changes, &hierarchy, self.library, self.folder)?;
                        return Ok(f64::from(self.clock_ps) - slack);
                    }
                }
                _ => {}
            }
        }
        Err(timing::refusal(&answer, self.top, self.library))
    }
}

/// Tcl of OpenSTA. Missed time is that of all endpoints; the longest path counts twenty times. A cell,
/// known by its module and its name there, is tried one drive up. In one piece, of the cells of a path the one
/// that gains the most stays, and then cells are made smaller; in modules, where many paths miss the clock by as much,
/// all cells of the longest thousand are tried in turn, every one that gains stays, and none is made smaller.
const PROCEDURE: &str = r#"
proc drive {key name} {
  lassign $key module cell
  foreach place $::places($module) {
    replace_cell [string trimleft $place .]$cell [get_lib_cells */$name]
  }
  set ::now($key) $name
}
proc missed {} { return [expr {20 * min(0, [worst_slack -max]) + [total_negative_slack]}] }
proc keys_of {path} {
  set found {}
  foreach point [get_property $path points] {
    set name [get_property [get_property $point pin] full_name]
    set slash [string last / $name]
    if {$slash > 0} {
      set instance [string range $name 0 [expr {$slash - 1}]]
      set key [key_of $instance]
      if {$key ne {} && [lsearch -exact $found $key] < 0} { lappend found $key }
    }
  }
  return $found
}
proc unique {keys} {
  set found [list]
  foreach key $keys {
    if {![info exists seen($key)]} { lappend found $key }
    set seen($key) 1
  }
  return $found
}
proc key_of {instance} {
  set slash [string last / $instance]
  set place [expr {$slash < 0 ? "." : ".[string range $instance 0 $slash]"}]
  if {![info exists ::module($place)]} { return {} }
  set key [list $::module($place) [string range $instance [expr {$slash + 1}] end]]
  if {![info exists ::now($key)]} {
    set name [get_property [get_cells $instance] ref_name]
    if {[info exists ::places($name)]} { return {} }
    set ::now($key) $name
    set ::first($key) $name
  }
  return $key
}
proc gains {key} {
  set name $::now($key)
  if {![info exists ::larger($name)]} { return 0 }
  incr ::trials -1
  drive $key $::larger($name)
  set after [missed]
  if {$after > $::best + 0.05} {
    set ::best $after
    return 1
  }
  drive $key $name
  return 0
}
set gained [expr {!$in_one_piece}]
set best [missed]
while {$gained && [worst_slack -max] < 0 && $trials > 0} {
  set gained 0
  set keys [list]
  foreach path [find_timing_paths -group_count $longest -endpoint_count 1] {
    if {[get_property $path slack] < 0} { lappend keys {*}[keys_of $path] }
  }
  foreach key [unique $keys] {
    if {[gains $key]} { set gained 1 }
  }
}
set given_up [expr {$in_one_piece ? 0 : $endpoints}]
while {[worst_slack -max] < 0 && $given_up < $endpoints && $trials > 0} {
  set paths [find_timing_paths -group_count [expr {$given_up + 1}]]
  if {[llength $paths] <= $given_up} { break }
  set best [missed]
  set winner {}
  foreach key [keys_of [lindex $paths $given_up]] {
    set name $now($key)
    if {[gains $key]} {
      set winner $key
      drive $key $name
    }
  }
  if {$winner eq {}} {
    incr given_up
  } else {
    drive $winner $larger($now($winner))
    set given_up 0
  }
}
if {[worst_slack -max] >= 0 && $in_one_piece} {
  foreach cell [get_cells *] { key_of [get_property $cell full_name] }
  foreach key [lsort -dictionary [array names now]] {
    while {[info exists smaller($now($key))] && $trials > 0} {
      incr trials -1
      set name $now($key)
      drive $key $smaller($name)
      if {[worst_slack -max] < 0} {
        drive $key $name
        break
      }
    }
  }
}
foreach key [lsort -dictionary [array names now]] {
  if {$now($key) ne $first($key)} { puts "cell $key $now($key)" }
}
puts "sized [worst_slack -max]"
exit
"#;

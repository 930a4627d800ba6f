setup_suite() { export SUITE_VALUE=7; }
teardown_suite() { :; }

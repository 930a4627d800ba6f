# Jobs that have ended, which a script in a file is told of by `jobs`.
# --- of a file and of standard input
cat > run <<'END'
sleep 0.05 & sleep 0.15; jobs; echo end; jobs
(sleep 0.05; exit 1) & sleep 0.15; jobs; jobs
(sleep 0.05; exit 3) & sleep 0.15; jobs -l | sed 's/ *[0-9]\{4,\} */ PID /'; echo; jobs
END
bash run
bash < run
# --- each is told once
cat > run <<'END'
sleep 0.05 & sleep 0.15; (sleep 0.05; exit 1) & sleep 0.15; jobs; sleep 0.5 & jobs; jobs; wait; jobs
sleep 0.05 & sleep 0.15; sleep 0.5 & sleep 0.1; jobs -r; jobs -p | wc -l; jobs; wait; jobs
sleep 0.05 & sleep 0.15; sleep 0.5 & jobs %1; jobs %2; jobs; jobs %1; wait
END
bash run
# --- %+ and %- do not change when a job ends
cat > run <<'END'
sleep 0.5 & sleep 0.05 & sleep 0.15; jobs; sleep 0.7 & jobs; jobs %- %+; wait
sleep 0.05 & sleep 0.15; (sleep 0.05; exit 1) & sleep 0.15; wait $!; jobs
END
bash run
# --- other builtins know them
cat > run <<'END'
sleep 0.05 & sleep 0.15; jobs | cat; x=$(jobs); echo "[$x]"; (jobs); jobs
f() { true | (sleep 0.05; exit 1) & sleep 0.15; jobs; }; f
sleep 0.05 & sleep 0.15; wait %1; echo $?; jobs
(sleep 0.05; exit 1) & sleep 0.15; wait $!; echo $?; jobs
sleep 0.05 & wait; jobs
sleep 0.05 & sleep 0.15; kill %1; echo $?; disown; jobs
coproc X { true; }; sleep 0.1; jobs
END
bash run

# --- a makefile on standard input is read again when what it includes was made
printf 'include gen.mk\nall:\n\t@echo $(X)\ngen.mk:\n\t@echo making; echo X=5 >$@\n' > mk
cat mk | make -f -; rm gen.mk; make -f- < mk; make -f - all < mk

/* The least a process can do: what start-up times are compared with. */
int main(void) { return 0; }

// The least a process can do: what start-up times are compared with. Nothing of the C++
// library is linked in.
int main() { return 0; }

struct Room { char bytes[2000000000]; constexpr Room() : bytes() { for (auto &b : bytes) b = 1; } };
constexpr Room room;
int main() { return room.bytes[7]; }

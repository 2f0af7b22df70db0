/* Reaches out: the argument is a port on which the host listens. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    struct sockaddr_in host = {AF_INET, htons(number(argc, argv, 1, 80)), {htonl(INADDR_LOOPBACK)}, {0}};
    MUST_NOT(connect(socket(AF_INET, SOCK_STREAM, 0), (void *)&host, sizeof host) == 0);
    host.sin_addr.s_addr = htonl(0x08080808);
    MUST_NOT(connect(socket(AF_INET, SOCK_STREAM, 0), (void *)&host, sizeof host) == 0);
    MUST_NOT(sendto(socket(AF_INET, SOCK_DGRAM, 0), "x", 1, 0, (void *)&host, sizeof host) == 1);
    const int families[] = {AF_NETLINK, AF_PACKET, AF_VSOCK, AF_ALG, AF_BLUETOOTH, AF_KEY, AF_TIPC};
    for (unsigned i = 0; i < sizeof families / sizeof *families; i++)
        MUST_NOT(socket(families[i], SOCK_RAW, 0) >= 0 || socket(families[i], SOCK_DGRAM, 0) >= 0 || socket(families[i], SOCK_STREAM, 0) >= 0);
    MUST_NOT(socket(AF_INET, SOCK_RAW, IPPROTO_ICMP) >= 0);
    return 0;
}

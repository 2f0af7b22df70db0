global main
main: mov nowhere here

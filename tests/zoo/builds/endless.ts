type Longer<T extends any[]> = Longer<[...T, ...T, 0]>;
const endless: Longer<[0]> = 1;

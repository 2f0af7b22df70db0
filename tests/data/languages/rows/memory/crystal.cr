a = [] of Slice(UInt8)
loop { a << Slice(UInt8).new(1 << 20, 1u8) }

begin while true do writeln('xxxxxxxxxxxxxxxx') end.

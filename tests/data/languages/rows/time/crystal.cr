while true; end

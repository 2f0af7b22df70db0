do forever
say xxxxxxxxxxxxxxxx
end

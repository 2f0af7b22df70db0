include '@ANSWER@'
end

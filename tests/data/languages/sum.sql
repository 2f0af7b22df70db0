CREATE TABLE input (text);
INSERT INTO input SELECT trim(replace(CAST(readfile('/dev/stdin') AS TEXT), char(10), ' '));
SELECT CAST(substr(text, 1, instr(text, ' ')) AS INT) + CAST(substr(text, instr(text, ' ')) AS INT) FROM input;

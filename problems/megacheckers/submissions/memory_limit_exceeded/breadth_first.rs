// Mistake: keeps every set of captured pieces that can be reached with so many jumps, one breadth
// after the other. On a dense board there are far more than memory holds.

use std::collections::HashSet;
use std::io::Read;

fn longest(cells: &[Vec<u8>], start: (usize, usize)) -> u32 {
    let (rows, columns) = (cells.len(), cells[0].len());
    let mut layer: HashSet<((usize, usize), Vec<(usize, usize)>)> =
        HashSet::from([(start, Vec::new())]);
    let mut jumps = 0;
    loop {
        let mut next = HashSet::new();
        for ((row, column), taken) in &layer {
            for (down, right) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
                let reach = |steps: isize| {
                    let row = row.checked_add_signed(steps * down).filter(|&row| row < rows)?;
                    let column = column.checked_add_signed(steps * right);
                    Some((row, column.filter(|&column| column < columns)?))
                };
                let (Some(victim), Some(landing)) = (reach(1), reach(2)) else { continue };
                let free = cells[landing.0][landing.1] == 0 || landing == start;
                if cells[victim.0][victim.1] == 2 && free && !taken.contains(&victim) {
                    let mut taken = taken.clone();
                    taken.push(victim);
                    taken.sort();
                    next.insert((landing, taken));
                }
            }
        }
        if next.is_empty() {
            return jumps;
        }
        jumps += 1;
        layer = next;
    }
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut numbers = text.split_ascii_whitespace().map(|word| word.parse::<usize>().unwrap());
    loop {
        let (rows, columns) = (numbers.next().unwrap(), numbers.next().unwrap());
        if rows == 0 {
            break;
        }
        let mut cells = vec![vec![0; columns]; rows];
        for row in 0..rows {
            for column in (row % 2..columns).step_by(2) {
                cells[row][column] = numbers.next().unwrap() as u8;
            }
        }
        let homes = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let own = homes.filter(|&(row, column)| cells[row][column] == 1);
        println!("{}", own.map(|start| longest(&cells, start)).max().unwrap_or(0));
    }
}

//! Numbers of boards, and values against each other and against plain search.

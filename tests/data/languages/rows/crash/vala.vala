void main(){assert_not_reached();}

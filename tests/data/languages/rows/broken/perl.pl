print 1;
);

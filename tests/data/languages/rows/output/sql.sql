with recursive t(x) as (select 1 union all select x+1 from t) select x from t;

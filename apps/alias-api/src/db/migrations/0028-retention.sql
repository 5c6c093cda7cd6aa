-- The API takes away what its owner deleted long ago, where the operator says how long that is.
grant delete on alias.emails to waypost_alias_api;

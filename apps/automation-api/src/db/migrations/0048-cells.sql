-- The cell that has all of an account, where it is another database than this. In the first database, the rows lead there;
-- everywhere they refuse what still comes here. Null: it is here.
alter table automation.accounts add column cell text;

-- Of the first database: the accounts whose API keys are in cells, since a request with a key names no account. A hash is
-- entered before its key and removed after it; one without a key is nobody's.
create table automation.keys_in_cells (
  key_hash bytea primary key,
  owner_id text not null
);
grant select, insert, delete on automation.keys_in_cells to waypost_automation_api;

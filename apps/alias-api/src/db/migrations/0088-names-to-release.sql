-- Of an alias whose name the next owner of its domain has taken: whether the alias's own database has yet to release the name,
-- which may be away when it is taken.
alter table alias.taken_addresses add column is_release_due boolean not null default false;

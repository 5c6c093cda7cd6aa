-- outside of a transaction
drop index concurrently if exists alias.contacts_by_use;
create index concurrently contacts_by_use on alias.contacts (owner_id, is_kept, used_at desc);

-- outside of a transaction
drop index concurrently if exists alias.next_address_to_renew;
create index concurrently next_address_to_renew on alias.addresses (renews_at) where renews_at is not null;
drop index concurrently if exists alias.next_address_to_announce;
create index concurrently next_address_to_announce on alias.addresses (notice_at) where notice_at is not null;

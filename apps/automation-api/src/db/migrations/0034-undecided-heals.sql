-- outside of a transaction
drop index concurrently if exists automation.undecided_heals_by_owner;
-- The heals of an account that wait for a person's decision.
create index concurrently undecided_heals_by_owner on automation.heals (owner_id, created_at, id)
  where decision is null;

alter table alias.domains
  -- When to look at its records again; null where nobody waits for them any more.
  add column next_check_at timestamptz,
  -- Since when its records are waited for: its creation, its owner's last request, or their loss.
  add column awaited_since timestamptz,
  add column checked_at    timestamptz,
  -- How often in a row its records were found to be gone, far enough apart, and when that was counted last.
  add column failures      integer not null default 0,
  add column failed_at     timestamptz;
-- allow blocking-index: from before the first release, when no replica ran.
create index next_domain_to_check on alias.domains (next_check_at) where next_check_at is not null;
-- allow blocking-index: from before the first release, when no replica ran.
create index domains_by_name on alias.domains (domain, id);

grant update (status, verified_at, next_check_at, awaited_since, checked_at, failures, failed_at)
  on alias.domains to waypost_alias_mail;

-- What is test only stands in nobody's way.
-- allow dropped: from before the first release, when no replica ran.
drop index alias.one_verified_owner_per_domain;
-- allow blocking-index: from before the first release, when no replica ran.
create unique index one_verified_owner_per_domain_and_mode on alias.domains (domain, split_part(owner_id, ':', 1))
  where status = 'verified';

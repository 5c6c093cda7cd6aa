-- A name of an account's own below a platform domain is a domain that needs no proof: its DNS records are the operator's.
-- Null: a custom domain.
alter table alias.domains add column platform_domain text;
-- Whether accounts of its plans can claim names below it.
alter table alias.platform_domains add column has_subdomains boolean not null default false;

-- Which account has claimed a name first. A row is never deleted: whoever writes to a name means that account, also after
-- it has released the name.
create table alias.subdomain_names (
  domain     text primary key,
  account_id text not null,
  claimed_at timestamptz not null
);
create index subdomain_names_by_account on alias.subdomain_names (account_id);

alter table alias.plan_limits add column subdomains integer not null default 1;
alter table alias.account_limits add column subdomains integer;

grant select, insert on alias.subdomain_names to waypost_alias_api;

-- An alias whose owner has lost its domain keeps the name until the next owner of the domain has an alias by it: then `address` is
-- the name, a space and the id of the alias, and `domain_id` is that id, of no domain. A name has no space.
-- Such an alias is remembered by its name when it is deleted.
create or replace function alias.record_deleted_names() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into alias.deleted_names (owner_id, address_hash)
  select owner_id, sha256(convert_to(split_part(address, ' ', 1), 'UTF8')) from deleted where domain_id is not null
  order by 1, 2 on conflict do nothing;
  return null;
end
$$;

-- A rule of a domain's new owner makes aliases too.
grant update (address, domain_id) on alias.addresses to waypost_alias_mail;

-- Whoever looks at the records of a domain has its missing keys checked at once.
grant update (next_check_at) on alias.dkim_keys to waypost_alias_api;

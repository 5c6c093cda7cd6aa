-- A read of all rows, without a lock that anybody waits for.
alter table alias.forwarding_addresses validate constraint alias_links_are_in_a_place;

-- Where the links of mail that is forwarded to a mailbox are, if it has links: in its header, or in a footer of its texts.
alter table alias.forwarding_addresses add column alias_links_in text not null default 'header';
alter table alias.forwarding_addresses add constraint alias_links_are_in_a_place
  check (alias_links_in in ('header', 'footer')) not valid;

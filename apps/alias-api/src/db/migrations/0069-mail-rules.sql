-- What becomes of mail to an alias: its rules in their order, before its forwarding rule.
create table alias.mail_rules (
  id            uuid primary key,
  owner_id      text not null,
  address_id    uuid not null references alias.addresses on delete cascade,
  -- The first is 1. Whoever changes it has locked the alias.
  position      integer not null,
  -- All of them have to match.
  conditions    jsonb not null,
  action        text not null,
  -- A mailbox that is deleted takes its rules with it, as it does the forwarding rules.
  forward_to_id uuid references alias.forwarding_addresses on delete cascade,
  label         text,
  -- Whether no later rule is looked at.
  stops         boolean not null,
  is_active     boolean not null,
  -- Set while it is off until its owner has confirmed it.
  held_at       timestamptz,
  created_at    timestamptz not null,
  constraint a_mail_rule_does_one_of check (action in ('forward', 'keep', 'discard', 'label', 'webhook')),
  constraint a_mail_rule_that_forwards_has_a_mailbox check ((action = 'forward') = (forward_to_id is not null)),
  constraint a_mail_rule_that_labels_has_a_label check ((action = 'label') = (label is not null))
);
create index mail_rules_by_address on alias.mail_rules (address_id, position);
create index mail_rules_by_destination on alias.mail_rules (forward_to_id) where forward_to_id is not null;

-- What rules have put on an email; null: nothing.
alter table alias.emails add column labels text[];
-- The action of the rule that moved an email to the deleted ones when it was listed.
alter table alias.emails add column removed_by_rule text;

grant select, insert, update, delete on alias.mail_rules to waypost_alias_api;
grant select on alias.mail_rules to waypost_alias_mail;

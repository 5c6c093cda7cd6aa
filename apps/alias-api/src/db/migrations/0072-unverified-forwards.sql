-- Whether mail that fails DMARC is forwarded, marked, where its author's domain asks for nothing but reports (p=none).
alter table alias.forwarding_rules add column forwards_unverified boolean not null default false;

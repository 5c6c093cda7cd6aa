-- What was made of a received email: null where nothing speaks against it.
alter table alias.emails add column spam jsonb;
-- Spam is listed apart from other mail, and not forwarded. Its owner may say otherwise.
alter table alias.emails add column is_spam boolean not null default false;

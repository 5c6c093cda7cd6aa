-- The conversation of an email, by the Message-ID that it began with; null: listed before there were conversations, and alone.
alter table alias.emails add column thread_id uuid;
-- What its own Message-ID is as the beginning of a conversation, by which later emails find the one that it is in. Null where that is
-- the conversation's own: of most emails, which cost no entry in an index.
alter table alias.emails add column thread_key uuid;

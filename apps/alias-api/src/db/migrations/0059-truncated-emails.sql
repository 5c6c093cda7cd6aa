-- Whether the message has more text, files or nested parts than were read.
alter table alias.emails add column is_truncated boolean not null default false;

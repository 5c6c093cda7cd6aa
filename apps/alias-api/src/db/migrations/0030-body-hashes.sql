-- Of a message that is not in its row alone: what those who sign it sign of its body, which is read once, as it comes in.
alter table alias.messages add column body_hash text;

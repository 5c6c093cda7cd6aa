-- Where the content of a file is in its message, in base64: from which byte on, and how many. Null where the row of the file has
-- its content. Processes of the version before read the content of the row alone, so nothing writes these until an operator
-- says that all of them are gone.
alter table alias.attachments add column message_offset integer, add column message_bytes integer;

-- What a system e-mail is about, where its recipient alone does not say it.
alter table accounts.system_emails add column data jsonb;

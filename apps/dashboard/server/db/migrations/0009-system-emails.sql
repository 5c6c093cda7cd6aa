-- The table takes the name of what it holds. A process of the version before goes on through a view of the old name, which
-- Postgres writes through; the next version drops it.
-- allow renamed: the view below keeps the old name for processes of the version before.
alter table accounts.letters rename to system_emails;

-- allow renamed: no statement names it.
alter index accounts.letters_pkey rename to system_emails_pkey;
-- allow renamed: no statement names it.
alter index accounts.letters_to_send rename to system_emails_to_send;
-- allow renamed: no statement names it.
alter index accounts.letters_by_expiry rename to system_emails_by_expiry;

create view accounts.letters as select * from accounts.system_emails;

grant select, insert, update (attempt_at, attempts, sent_at, subject, body), delete
  on accounts.letters to waypost_dashboard;

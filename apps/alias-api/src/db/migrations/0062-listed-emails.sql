-- The transaction that listed an email, for streams of emails, which are in this order. Ids are not: an email has its id from the
-- moment in which its message is accepted, and may be listed after later ones. Null: listed before there were streams.
alter table alias.emails add column listed_xact xid8;
-- Processes of the version before list emails too. Apart from the column, so that no row is given the number of this transaction.
alter table alias.emails alter column listed_xact set default pg_current_xact_id();

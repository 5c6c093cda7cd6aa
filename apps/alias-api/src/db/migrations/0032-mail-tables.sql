-- Tables take the names of what they hold. A process of the version before goes on through views of the old names, which
-- Postgres writes through; the next version drops them.
-- allow renamed: the views below keep the old names for processes of the version before.
alter table alias.arrivals rename to inbound_messages;
-- allow renamed: as above.
alter table alias.departures rename to outbound_messages;
-- allow renamed: as above.
alter table alias.receptions rename to smtp_log;

-- allow renamed: no statement names it.
alter index alias.arrivals_pkey rename to inbound_messages_pkey;
-- allow renamed: no statement names it.
alter index alias.arrivals_by_message rename to inbound_messages_by_message;
-- allow renamed: no statement names it.
alter index alias.departures_pkey rename to outbound_messages_pkey;
-- allow renamed: no statement names it.
alter index alias.receptions_pkey rename to smtp_log_pkey;
-- allow renamed: no statement names it.
alter index alias.receptions_by_address rename to smtp_log_by_address;
-- allow renamed: no statement names it.
alter index alias.receptions_by_age rename to smtp_log_by_age;

create view alias.arrivals as select * from alias.inbound_messages;
create view alias.departures as select * from alias.outbound_messages;
create view alias.receptions as select * from alias.smtp_log;

grant select, insert, delete on alias.arrivals to waypost_alias_mail;
grant select, insert, update, delete on alias.departures to waypost_alias_mail;
grant insert on alias.departures to waypost_alias_api;
grant select on alias.receptions to waypost_alias_api;
grant select, insert, delete on alias.receptions to waypost_alias_mail;

-- Reads every row, and hinders nobody.
alter table {{schema}}.audit_logs validate constraint before_the_first_month;

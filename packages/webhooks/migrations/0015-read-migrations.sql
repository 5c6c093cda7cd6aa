-- Every process checks at its start that what it was written for is there.
grant select on {{schema}}.migrations to {{api}}, {{producers}}, {{dispatcher}};

"""An original and its release: what attacks are run on, and what use is measured on."""
